// Plays games in the module of the page: the chance and the acts of people are given, and bots choose their moves.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const { sources, module, weights, games } = JSON.parse(readFileSync(0, 'utf8'));
const load = (name) => import(`${sources}/${name}.ts`);
const { startEngine } = await load('engine');
const { Position } = await load('position');
const { Weights, familyOf } = await load('weights');
const { Desk, LevelPlayer } = await load('bots');
const { Budget, MasterPlayer } = await load('master');
const code = await WebAssembly.compile(readFileSync(module));

function player(desk, learned, spec, seed) {
  const [level, tries] = spec.split('@');
  return level === 'master'
    ? new MasterPlayer(desk, learned, new Budget(Number(tries.replace('tries', '')), 'tries'), seed)
    : new LevelPlayer(desk, learned, level, seed);
}

const FACES = ['1-4', '5-8', '9-12', 'wild', '2', '+1'];

function take(position, line) {
  const [word, ...rest] = line.split(' ');
  if (position.awaits !== word) throw new Error(`${word} comes, and ${position.awaits} is awaited`);
  if (word === 'roll') position.giveRoll(FACES.indexOf(rest[0]) + 1);
  else position.giveOrder(word === 'restock' ? rest.slice(1) : rest);
}

async function replay(game) {
  const engine = await startEngine(code);
  const position = new Position(engine);
  const desk = new Desk(engine);
  const learned = new Weights(engine, readFileSync(`${weights}/${familyOf(game.facts)}.weights`));
  const players = game.bots.map((spec, i) => player(desk, learned, spec, BigInt(game.seed + i)));
  const seats = [...game.bots.map((_, i) => i + 1), null];
  const seen = createHash('sha256');
  const look = () => seats.forEach((seat) => seen.update(position.viewText(seat)));
  const log = [];
  position.deal(game.facts, game.deck, game.first);
  look();
  for (const line of game.script) {
    if (/^(roll|shuffle|restock) /.test(line)) {
      take(position, line);
      log.push(line);
    } else {
      const move = line === '?' ? players[position.mover - 1].choose(position) : line;
      log.push(move);
      if (position.play(move) === null) break;
    }
    look();
  }
  return { log, views: seen.digest('hex'), table: Buffer.from(position.copy()).toString('hex'), ended: position.ended };
}

const found = [];
for (const game of games) found.push(await replay(game));
console.log(JSON.stringify(found));
