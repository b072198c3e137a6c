/** The worker in which the tables of this device run: bots that think do not hold up the page. */

import { Database } from './database.ts';
import { Host, type Asked, type Told } from './host.ts';
import { LenientStore } from './lenient.ts';
import type { Sentences } from './narrate.ts';
import { NotKept, type Store } from './store.ts';

/** The first message: where the files of the engine lie. */
export type Begin = { do: 'begin'; files: string };

const CHANNEL = 'docena tables';

const tell = (told: Told): void => postMessage(told);

async function fetched(url: string): Promise<Response> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response;
}

/** The same answer for all who ask; where it failed, the next one tries again. */
function once<T>(make: (name: string) => Promise<T>): (name: string) => Promise<T> {
  const made = new Map<string, Promise<T>>();
  return (name) => {
    const known = made.get(name);
    if (known) return known;
    const found = make(name);
    made.set(name, found);
    found.catch(() => made.delete(name));
    return found;
  };
}

async function openStore(): Promise<Store> {
  const lost = (cause: NotKept): void => tell({ what: 'lost', full: cause.full });
  try {
    return new LenientStore(await Database.open(), lost);
  } catch (error) {
    if (!(error instanceof NotKept)) throw error;
    lost(error);
    return new LenientStore(null, lost);
  }
}

async function begin(files: string): Promise<Host> {
  const channel = new BroadcastChannel(CHANNEL);
  const module = once(async (name) => WebAssembly.compile(await (await fetched(`${files}/${name}`)).arrayBuffer()));
  const host = new Host({
    module: () => module('docena.wasm'),
    weights: once(async (family) => new Uint8Array(await (await fetched(`${files}/${family}.weights`)).arrayBuffer())),
    texts: once(async (lang) => (await (await fetched(`${files}/log.${lang}.json`)).json()) as Sentences),
    store: await openStore(),
    random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
    now: Date.now,
    later: (ms, call) => {
      const timer = setTimeout(call, ms);
      return () => clearTimeout(timer);
    },
    tell,
    spread: (table) => channel.postMessage(table),
  });
  channel.onmessage = (event: MessageEvent<string>) => host.changed(event.data);
  return host;
}

let host: Promise<Host> | null = null;

onmessage = (event: MessageEvent<Asked | Begin>) => {
  const asked = event.data;
  if (asked.do === 'begin') host = begin(asked.files);
  else void host?.then((each) => each.hear(asked));
};
