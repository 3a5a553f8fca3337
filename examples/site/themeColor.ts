import { Color } from 'three';
import { type ThemeColor, themeHex } from './theme';

/** A color of the theme, for three.js. */
export function themeColor(name: ThemeColor): Color {
  return new Color(themeHex(name));
}
