// Targets that a finger misses: how far one can be from the middle and still hit; labels and the whole of a seat count.
() => {
  const LEAST = 44, small = [];
  const top = document.querySelector('dialog[open]') ?? document;
  const hits = (element, x, y) => {
    const found = document.elementFromPoint(x, y);
    if (!found) return false;
    const label = found.contains(element) && found.matches('label');
    // small cards of another player do what the whole of the seat does
    const small = found.closest('.piles')?.parentElement === element.parentElement && !found.closest('button');
    return element.contains(found) || label || small;
  };
  const reach = (element, x, y, dx, dy) => {
    let n = 0;
    while (n < 60 && hits(element, x + dx * (n + 1), y + dy * (n + 1))) n += 1;
    return n;
  };
  for (const each of top.querySelectorAll('button, a.button, select, summary, input, li > a, [role=button]')) {
    let element = each;
    if (each.matches('input[type=radio], input[type=checkbox]')) element = each.closest('label') ?? each;
    const seen = element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
    if (!seen || element.matches('[aria-disabled=true]') || element.closest('[inert]')) continue;
    let box = element.getBoundingClientRect();
    if (box.width >= LEAST - 0.5 && box.height >= LEAST - 0.5) continue;
    if (box.top < 0 || box.bottom > innerHeight) {
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      box = element.getBoundingClientRect();
    }
    const x = box.left + box.width / 2, y = box.top + box.height / 2;
    // the log lies over the seat beside it while it is open
    if (document.elementFromPoint(x, y)?.closest('.drawer')) continue;
    const wide = 1 + reach(element, x, y, -1, 0) + reach(element, x, y, 1, 0);
    const high = 1 + reach(element, x, y, 0, -1) + reach(element, x, y, 0, 1);
    if (Math.max(wide, box.width) < LEAST - 1 || Math.max(high, box.height) < LEAST - 1)
      small.push(`${element.outerHTML.slice(0, 160)} takes ${wide} x ${high}`);
  }
  return small;
}
