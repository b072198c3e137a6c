/** Opens the browser's own dialog over the page; when it is gone the focus is where it was before. */
export function modal(dialog: HTMLDialogElement): () => void {
  const before = document.activeElement as HTMLElement | null;
  dialog.showModal();
  return () => {
    dialog.close();
    if (before?.isConnected) before.focus({ preventScroll: true });
  };
}
