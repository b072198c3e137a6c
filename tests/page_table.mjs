// Plays matches at tables in the page, with a person who does what comes to mind, and tells all that was kept and sent.
import { readFileSync } from 'node:fs';

const { lib, module, weights, matches } = JSON.parse(readFileSync(0, 'utf8'));
const load = (name) => import(`${lib}/${name}.ts`);
const { startEngine } = await load('engine/engine');
const { Weights, familyOf } = await load('engine/weights');
const { Desk, LevelPlayer } = await load('engine/bots');
const { MemoryStore } = await load('local/store');
const { LocalTable } = await load('local/table');
const { optionsFrom } = await load('local/options');
const { openingOf } = await load('local/opening');
const { recordOf } = await load('local/record');
const code = await WebAssembly.compile(readFileSync(module));

/** Numbers from 0 to n - 1 that are the same each time. */
function chanceFrom(seed) {
  let state = BigInt(seed) * 2654435761n + 1n;
  return (n) => {
    state = (state * 6364136223846793005n + 1442695040888963407n) & ((1n << 64n) - 1n);
    return Number((state >> 33n) % BigInt(n));
  };
}

async function play(match) {
  const below = chanceFrom(match.seed);
  const engine = await startEngine(code);
  const desk = new Desk(engine);
  const options = optionsFrom(match.choices);
  const learned = new Weights(engine, readFileSync(`${weights}/${familyOf(options.facts)}.weights`));
  const store = new MemoryStore();
  const keep = store.write.bind(store);
  let groups = [];
  store.write = async (lines) => {
    await keep(lines);
    groups.push(lines.map((line) => line.event));
  };
  const told = [];
  const records = [];
  let sent = [];
  let waiting = [];
  let numbers = 0;
  const around = {
    engine,
    store,
    texts: JSON.parse(readFileSync(`${match.texts}/log.${match.lang}.json`, 'utf8')),
    player: (level, seat) => new LevelPlayer(desk, learned, level, BigInt(match.seed + seat)),
    seed: (seat) => BigInt(match.seed + seat),
    secret: () => Array.from({ length: 128 }, () => below(256).toString(16).padStart(2, '0')).join(''),
    later: (_, call) => {
      waiting.push(call);
      return () => (waiting = waiting.filter((each) => each !== call));
    },
    send: (message) => sent.push(message),
    written: () => undefined,
  };
  const [opened, ...more] = openingOf(`local${match.seed}`, match.name, match.seat, match.choices, around.secret(), 1_800_000_000);
  let table = await LocalTable.open(opened, more, around);
  const settle = async (what) => {
    for (let idle = 0; idle < 60; idle += 1) await Promise.resolve();
    told.push({ what, groups, sent });
    groups = [];
    sent = [];
  };
  const ask = async (body) => {
    await table.hear({ ...body, id: `${(numbers += 1)}` });
    await settle(body.do);
  };
  table.hello();
  await settle('hello');
  await ask({ do: 'ready', contribution: 'abcd' });
  for (let step = 0; step < match.steps; step += 1) {
    const { room } = table;
    const mine = room.game?.position.view(room.person);
    const whim = below(60);
    if (room.phase === 'closed') break;
    if (whim === 0) {
      // the page is closed and opened again
      table.leave();
      waiting = [];
      table = LocalTable.from(await store.read(opened.id, 1), around);
      table.hello();
      await settle('hello');
    } else if (whim === 1) await ask({ do: 'undo', seq: room.stamp });
    else if (whim === 2) await ask({ do: below(2) ? 'away' : 'back' });
    else if (whim === 3) await ask({ do: 'move', seq: room.stamp, move: 'H99>1' });
    else if (whim === 4 && below(12) === 0) await ask({ do: 'abandon' });
    else if (room.phase === 'over' || room.phase === 'between') {
      if (!records.some((each) => each.tags.game === room.number)) records.push(recordOf(room));
      await ask({ do: 'ready', contribution: 'beef' });
    } else if (waiting.length) {
      waiting.shift()();
      await settle('bot');
    } else if (mine?.legal.length) {
      const plays = mine.legal.filter((move) => move.includes('>'));
      const among = plays.length && below(4) ? plays : mine.legal;
      await ask({ do: 'move', seq: room.stamp, move: among[below(among.length)] });
    } else await ask({ do: 'ping' });
  }
  if (table.room.result) records.push(recordOf(table.room));
  return { told, records };
}

const found = [];
for (const match of matches) found.push(await play(match));
console.log(JSON.stringify(found));
