/** The version of the server's messages that this page was written for: it says so in `hello`. */
export const PROTOCOL = 2;
