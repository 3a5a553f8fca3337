/** The colors of `style.css` that pictures use too, one set for light and one for dark. */
export type ThemeColor = 'background' | 'ink' | 'faint' | 'grid' | 'surface' | 'hit' | 'miss' | 'accent' | 'shape';

/** A color of the theme as `style.css` writes it: `#eef1f5`. */
export function themeHex(name: ThemeColor): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

/** Calls `apply` now, and whenever the system changes between light and dark. */
export function onTheme(apply: () => void): void {
  apply();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', apply);
}
