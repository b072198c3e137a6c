/** The link that invites others to a table, and whether it leads there from their devices. */

import { api } from '../server/api';

const LOCAL = /^(localhost|127(\.\d+){3}|\[::1\])$|\.localhost$/;
const isLocal = (link: string): boolean => LOCAL.test(new URL(link).hostname);

export class Invitation {
  link = $state('');
  /** The link leads there on this computer only. */
  local = $derived(isLocal(this.link));

  constructor(table: string) {
    this.link = `${location.origin}/t/${table}`;
    // the server may know an address that others can reach
    if (this.local) void api.link(table).then((link) => (this.link = link), () => undefined);
  }
}
