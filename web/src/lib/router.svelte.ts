/** Which screen is on: by the path, so that links and the back button work. */

class Router {
  path = $state(location.pathname);
  hash = $state(location.hash);
  /** Whether there was another screen before this one. */
  moved = false;

  constructor() {
    addEventListener('popstate', () => this.#look());
    addEventListener('hashchange', () => this.#look());
  }

  go(path: string): void {
    history.pushState(null, '', path);
    this.#look();
    scrollTo(0, 0);
  }

  #look(): void {
    this.moved = true;
    this.path = location.pathname;
    this.hash = location.hash;
  }
}

export const router = new Router();

/** For the heading of a screen: whoever comes from another screen begins to read here. */
export function begins(heading: HTMLElement): void {
  if (router.moved) heading.focus({ preventScroll: true });
}

/** A link inside the page: does not load it anew. */
export function inside(event: MouseEvent): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
  const link = (event.currentTarget as HTMLAnchorElement).getAttribute('href');
  if (link) {
    event.preventDefault();
    router.go(link);
  }
}
