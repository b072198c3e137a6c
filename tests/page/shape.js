// What is wider than the screen, and which cards are cut off.
() => {
  const wide = document.scrollingElement.scrollWidth, high = document.scrollingElement.scrollHeight;
  const told = (box) => [box.left, box.top, box.right, box.bottom].map(Math.round).join(' ');
  const faults = [];
  if (wide > innerWidth) faults.push(`the page is ${wide} wide on a screen of ${innerWidth}`);
  const board = document.querySelector('[data-zone]')?.parentElement;
  if (board && !document.querySelector('dialog[open]')) {
    const table = document.querySelector('footer.actions');
    if (table && high > innerHeight) faults.push(`the table is ${high} high on a screen of ${innerHeight}`);
    const frame = board.getBoundingClientRect();
    for (const part of board.querySelectorAll('[data-zone] button, [data-zone] [data-at]')) {
      const box = part.getBoundingClientRect();
      const beside = box.left < -1 || box.right > innerWidth + 1;
      if (beside || (table && (box.top < -1 || box.bottom > frame.bottom + 1)))
        faults.push(`${part.dataset.id ?? part.dataset.at ?? part.className} is cut off: ${told(box)} in ${told(frame)}`);
    }
  }
  return faults;
}
