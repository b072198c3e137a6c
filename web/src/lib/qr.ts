/** A link as a square to photograph, drawn by the server; none where that cannot be. */

export async function qrPicture(text: string): Promise<string> {
  try {
    const response = await fetch('/api/qr', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ text }),
    });
    if (!response.ok) return '';
    return `data:image/svg+xml;base64,${btoa(await response.text())}`;
  } catch {
    return '';
  }
}
