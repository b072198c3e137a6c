/** Giving something away: a link by the device's own means where it has them, else by copying, and files. All of it works without TLS, too. */

export function canShare(): boolean {
  return typeof navigator.share === 'function';
}

export async function share(title: string, url: string): Promise<boolean> {
  try {
    await navigator.share({ title, url });
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}

export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByHand(text);
  }
}

/** Where there is no secure context there is no clipboard but the old one; in an open sheet it must be inside of it. */
function copyByHand(text: string): boolean {
  const field = document.createElement('textarea');
  const before = document.activeElement as HTMLElement | null;
  field.value = text;
  field.className = 'unseen';
  (document.querySelector('dialog[open]') ?? document.body).append(field);
  field.select();
  let done = false;
  try {
    done = document.execCommand('copy');
  } catch {
    done = false;
  }
  field.remove();
  before?.focus({ preventScroll: true });
  return done;
}

/** A browser may read a file that is being saved for a while longer. */
const KEPT_FOR = 10_000;

export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_FOR);
}
