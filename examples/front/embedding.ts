const system = matchMedia('(prefers-color-scheme: dark)');

/** Whether the page is in a frame of another page. */
const isEmbedded = window.parent !== window;

/**
 * Calls `apply` now, and whenever the page turns dark or light. Sets `data-theme` and `data-embedded` for style sheets.
 *
 * The page around the frame chooses the theme: the address of this page ends with `?theme=dark` or `?theme=light`, and
 * later a message `{ theme: 'dark' }` or `{ theme: 'light' }` changes it. Without a choice, the system decides.
 */
export function onEmbeddedTheme(apply: (isDark: boolean) => void): void {
  let wanted = themeOf(new URLSearchParams(location.search).get('theme'));
  const show = () => {
    const isDark = wanted === null ? system.matches : wanted === 'dark';
    document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
    apply(isDark);
  };
  document.documentElement.toggleAttribute('data-embedded', isEmbedded);
  system.addEventListener('change', show);
  window.addEventListener('message', ({ origin, data }: MessageEvent<unknown>) => {
    if (origin !== location.origin || typeof data !== 'object' || data === null || !('theme' in data)) return;
    wanted = themeOf(data.theme) ?? wanted;
    show();
  });
  show();
}

function themeOf(text: unknown): 'dark' | 'light' | null {
  return text === 'dark' || text === 'light' ? text : null;
}
