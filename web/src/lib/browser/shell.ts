/** The page as an app: kept by a service worker where browsers allow one, and renewed when the server has a newer page. */

const WORKER = '/sw.js';

type Policy = { createScriptURL(url: string): string };
type Policies = { createPolicy(name: string, rules: Policy): Policy };

/** The address of the worker in the form that the content security policy asks for; no other address passes. */
function trusted(url: string): string {
  const policies = (window as unknown as { trustedTypes?: Policies }).trustedTypes;
  const rules = {
    createScriptURL(asked: string): string {
      if (asked !== WORKER) throw new TypeError(asked);
      return asked;
    },
  };
  return policies ? policies.createPolicy('docena-worker', rules).createScriptURL(url) : url;
}

export function startShell(): void {
  // a screen of an older page is no longer on the server: the page itself must be fetched anew, once
  addEventListener('vite:preloadError', (event) => {
    const [before, now] = [Number(sessionStorage.getItem('docena.renewed')), Date.now()];
    if (now - before < 10_000) return;
    sessionStorage.setItem('docena.renewed', String(now));
    event.preventDefault();
    location.reload();
  });
  // over plain http in a local network there are no workers; the page does without
  if (import.meta.env.PROD && isSecureContext && 'serviceWorker' in navigator) {
    addEventListener('load', () => void navigator.serviceWorker.register(trusted(WORKER)).catch(() => undefined));
  }
}

/** What will probably be needed next is fetched once the page is there and nothing else is to be done. */
export function whenIdle(work: () => void): void {
  const idle = (): void => void ('requestIdleCallback' in window ? requestIdleCallback(work, { timeout: 3000 }) : setTimeout(work, 300));
  if (document.readyState === 'complete') idle();
  else addEventListener('load', idle, { once: true });
}
