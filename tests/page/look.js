// What the table offers: see `Sight`.
() => {
  const spot = (element) => {
    const card = element.querySelector('.top') ?? element;
    const box = card.getBoundingClientRect();
    const { id = '', source = null, target = null } = element.dataset;
    const x = box.left + box.width / 2, y = box.top + box.height / 2;
    return { id, source, target, x, y, lit: element.matches('.lit'), words: element.textContent.trim() };
  };
  const all = (selector) => [...document.querySelectorAll(selector)].map(spot);
  return {
    over: document.querySelector('#result-title') !== null,
    mine: document.querySelector('.own.turn') !== null,
    prompt: document.querySelector('.status .prompt')?.textContent.trim() ?? '',
    cards: all('button[data-source][aria-pressed]'),
    aims: all('.aim[data-target], .gift[data-target]'),
    answers: all('.question button, .instead button'),
    acts: all('[data-zone=acts] button'),
    seats: all('.other.lit'),
  };
}
