// What is wider than the screen, and which cards are cut off.
() => {
  const wide = document.scrollingElement.scrollWidth, high = document.scrollingElement.scrollHeight;
  // a phone shows a page that is too wide smaller, and `innerWidth` grows with it
  const { clientWidth: room, clientHeight: tall } = document.documentElement;
  const told = (box) => [box.left, box.top, box.right, box.bottom].map(Math.round).join(' ');
  const faults = [];
  if (wide > room) faults.push(`the page is ${wide} wide on a screen of ${room}`);
  const board = document.querySelector('.board');
  if (board && !document.querySelector('dialog[open]')) {
    const table = document.querySelector('.screen.fixed');
    if (table && high > tall) faults.push(`the table is ${high} high on a screen of ${tall}`);
    const frame = board.getBoundingClientRect();
    for (const part of board.querySelectorAll('[data-zone] button, [data-zone] [data-at]')) {
      const box = part.getBoundingClientRect();
      const beside = box.left < -1 || box.right > room + 1;
      if (beside || (table && (box.top < -1 || box.bottom > frame.bottom + 1)))
        faults.push(`${part.dataset.id ?? part.dataset.at ?? part.className} is cut off: ${told(box)} in ${told(frame)}`);
    }
  }
  return faults;
}
