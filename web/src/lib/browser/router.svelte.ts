/** Chooses the screen by the path, so that links and the back button work. */

type Kept = { from: string } | null;

const TABLE = /^\/t\/[^/]+$/;
const kept = (): string | null => (history.state as Kept)?.from ?? null;

class Router {
  path = $state(location.pathname);
  hash = $state(location.hash);
  /** The table to go back to from the rules, the settings or a replay. */
  from = $state(kept());
  /** Whether there was another screen before this one. */
  moved = false;

  constructor() {
    addEventListener('popstate', () => this.#look());
    addEventListener('hashchange', () => this.#look());
  }

  go(path: string): void {
    const here = location.pathname;
    history.pushState(TABLE.test(here) ? { from: here } : null, '', path);
    this.#look();
    scrollTo(0, 0);
  }

  #look(): void {
    this.moved = true;
    // a link within a screen keeps the way back
    if (location.pathname === this.path && this.from && history.state === null) history.replaceState({ from: this.from }, '');
    this.from = kept();
    this.path = location.pathname;
    this.hash = location.hash;
  }
}

export const router = new Router();

/** For the heading of a screen: gets the focus after a change of screen. */
export function begins(heading: HTMLElement): void {
  if (router.moved) heading.focus({ preventScroll: true });
}

/** Follows a link within the page without reloading it. */
export function inside(event: MouseEvent): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
  const link = (event.currentTarget as HTMLAnchorElement).getAttribute('href');
  if (link) {
    event.preventDefault();
    router.go(link);
  }
}
