// Keeps the page so that it opens without a connection; games are never answered from here.

const FILES = ['/']; // the build lists all files of the page here
const NAME = `docena ${FILES.join(' ')}`;
// what is the same for everybody and changes only with the server: shown from the last time when there is no connection
const READABLE = /^\/api\/(rules|lessons|editions|phrases)\b/;

self.addEventListener('install', (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(NAME).then((kept) => kept.addAll(FILES.map((file) => new Request(file, { cache: 'reload' })))));
});

self.addEventListener('activate', (event) => {
  const others = (names) => names.filter((name) => name !== NAME).map((name) => caches.delete(name));
  event.waitUntil(caches.keys().then((names) => Promise.all(others(names))).then(() => self.clients.claim()));
});

async function newest(request, instead) {
  const kept = await caches.open(NAME);
  try {
    const answer = await fetch(request);
    if (answer.ok && instead === request) await kept.put(request, answer.clone());
    return answer;
  } catch (error) {
    const old = await kept.match(instead, { ignoreVary: true });
    if (old) return old;
    throw error;
  }
}

async function kept(request) {
  const old = await caches.match(request, { ignoreVary: true });
  return old ?? fetch(request);
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(newest(request, '/'));
  else if (READABLE.test(pathname)) event.respondWith(newest(request, request));
  else if (FILES.includes(pathname)) event.respondWith(kept(request));
});
