// The arrow that leads nearer to a place.
(name) => {
  const at = document.activeElement;
  const to = document.querySelector(`button[data-id="${name}"], [data-target="${name}"] button`);
  if (at === to) return '';
  const a = at.getBoundingClientRect(), b = to.getBoundingClientRect();
  const x = (b.left + b.right - a.left - a.right) / 2, y = (b.top + b.bottom - a.top - a.bottom) / 2;
  if (!at.closest('[data-zone]')) return 'Tab';
  const beside = at.closest('[data-zone]') === to.closest('[data-zone]') && Math.abs(x) > 4;
  if (beside) return x > 0 ? 'ArrowRight' : 'ArrowLeft';
  return y > 0 ? 'ArrowDown' : 'ArrowUp';
}
