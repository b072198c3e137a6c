// Tables of this device for a page without any screens: connects to one, and plays as the person there.
async ({ table, choices, moves }) => {
  const { LocalTables } = await import('/lib/local/connection.ts');
  const worker = new Worker('/lib/local/worker.ts', { type: 'module' });
  const tables = new LocalTables(worker, `${location.origin}/files`);
  window.lost = [];
  tables.onlost = (full) => window.lost.push(full);
  const id = table ?? (await tables.open('Ana', choices));
  const connection = tables.connect(id);
  const now = (window.now = { id, states: 0, lines: [], seq: 0, seat: 0, view: null, table: null, confirmed: [], refused: [] });
  const waiting = new Map();
  let numbers = 0;
  const ask = (window.ask = (body) =>
    new Promise((answered) => {
      const name = `${performance.timeOrigin}-${(numbers += 1)}`;
      waiting.set(name, answered);
      connection.send(JSON.stringify({ ...body, id: name }));
    }));
  const first = new Promise((shown) => {
    connection.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.type === 'state') {
        now.states += 1;
        now.seq = message.seq;
        now.seat = message.seat ?? now.seat;
        now.table = message.table ?? now.table;
        now.view = message.view ?? now.view;
        if (message.log) now.lines = [...now.lines.slice(0, message.log.start), ...message.log.lines];
        shown();
      } else if (!message.ok) now.refused.push(message.why);
      waiting.get(message.id)?.(message);
    };
  });
  connection.onopen = () => connection.send(JSON.stringify({ do: 'hello', version: 2, lang: 'en' }));
  await first;
  window.play = async () => {
    if (!now.view || now.view.over || now.table.phase !== 'playing') return ask({ do: 'ready', contribution: 'ab' });
    const legal = now.view.legal.filter((move) => !move.includes(':') || move.endsWith('draw'));
    if (!legal.length) return new Promise((wake) => setTimeout(wake, 5));
    const move = legal.find((each) => each.startsWith('S')) ?? legal[Math.floor(Math.random() * legal.length)];
    const before = now.lines.length;
    const answer = await ask({ do: 'move', seq: now.seq, move });
    // what was confirmed: the game, the line and the move
    if (answer.type === 'state') localStorage.setItem('confirmed', JSON.stringify([now.table.game, before, move]));
    return answer;
  };
  window.playOn = async (most) => {
    for (let n = 0; n < most; n += 1) await window.play();
  };
  await window.playOn(moves);
  return now;
}
