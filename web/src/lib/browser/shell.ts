/** The page as an installed app: cached by a service worker where browsers allow it, and reloaded when the server has a newer version. */

const WORKER = '/sw.js';

type Policy = { createScriptURL(url: string): string };
type Policies = { createPolicy(name: string, rules: Policy): Policy };

/** The address of the worker as a trusted type, as the content security policy demands; no other address passes. */
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
  // the server no longer has the screens of an older page: the page is reloaded, once
  addEventListener('vite:preloadError', (event) => {
    const [before, now] = [Number(sessionStorage.getItem('docena.renewed')), Date.now()];
    if (now - before < 10_000) return;
    sessionStorage.setItem('docena.renewed', String(now));
    event.preventDefault();
    location.reload();
  });
  // browsers allow no workers over plain http
  if (import.meta.env.PROD && isSecureContext && 'serviceWorker' in navigator) {
    addEventListener('load', () => void navigator.serviceWorker.register(trusted(WORKER)).catch(() => undefined));
  }
}

/** Runs work that can wait until the page has loaded and the browser is idle. */
export function whenIdle(work: () => void): void {
  const idle = (): void => void ('requestIdleCallback' in window ? requestIdleCallback(work, { timeout: 3000 }) : setTimeout(work, 300));
  if (document.readyState === 'complete') idle();
  else addEventListener('load', idle, { once: true });
}
