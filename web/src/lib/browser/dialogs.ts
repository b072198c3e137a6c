/** Opens a modal dialog; when it closes, the focus returns to where it was. */
export function modal(dialog: HTMLDialogElement): () => void {
  const before = document.activeElement as HTMLElement | null;
  dialog.showModal();
  return () => {
    dialog.close();
    if (before?.isConnected) before.focus({ preventScroll: true });
  };
}
