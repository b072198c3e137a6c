/** The link that takes a seat to another device, as a square to photograph: drawn by the server, none where it cannot be. */

export async function ticketPicture(table: string, ticket: string): Promise<string> {
  try {
    const response = await fetch(`/api/tables/${encodeURIComponent(table)}/qr.svg`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ticket }),
    });
    if (!response.ok) return '';
    return `data:image/svg+xml;base64,${btoa(await response.text())}`;
  } catch {
    return '';
  }
}
