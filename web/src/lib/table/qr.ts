/** The QR code of the link that moves a seat to another device; the server draws it. Empty if that fails. */

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
