import type { Picture } from './takePicture';

/** Degrees on the circle of hues. */
const hues = { red: 0, yellow: 60, green: 120, cyan: 180, blue: 225, magenta: 300 } as const;

export type ColorName = keyof typeof hues | 'gray';

/** A place in a window, in CSS pixels from the top left. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/**
 * The name of the color at a place in a picture. Reddish tones are 'red', and pale and dark ones 'gray'. With `within`, it is
 * the color of the most colorful pixel at most that many pixels away, across and down. Use it for thin lines.
 */
export function colorAt({ width, height, rgba }: Picture, place: Place, within = 0): ColorName {
  const [centerX, centerY] = [Math.round(place.x), Math.round(place.y)];
  if (centerX < 0 || centerX >= width || centerY < 0 || centerY >= height) {
    throw new RangeError(`place (${place.x}, ${place.y}) must be in the picture of ${width} × ${height} pixels`);
  }
  let color: ColorName = 'gray';
  let mostChroma = 0.2 * 255;
  for (let y = Math.max(0, centerY - within); y <= Math.min(height - 1, centerY + within); y++) {
    for (let x = Math.max(0, centerX - within); x <= Math.min(width - 1, centerX + within); x++) {
      const pixel = 4 * (y * width + x);
      const [red = 0, green = 0, blue = 0] = rgba.subarray(pixel, pixel + 3);
      const chroma = Math.max(red, green, blue) - Math.min(red, green, blue);
      if (chroma > mostChroma) {
        mostChroma = chroma;
        color = nameOf(hueOf(red, green, blue, chroma));
      }
    }
  }
  return color;
}

function hueOf(red: number, green: number, blue: number, chroma: number): number {
  const largest = Math.max(red, green, blue);
  if (largest === red) return (60 * (green - blue)) / chroma;
  if (largest === green) return 120 + (60 * (blue - red)) / chroma;
  return 240 + (60 * (red - green)) / chroma;
}

function nameOf(hue: number): ColorName {
  const distance = (name: keyof typeof hues) => {
    const turn = Math.abs(hue - hues[name]) % 360;
    return Math.min(turn, 360 - turn);
  };
  const names = Object.keys(hues) as (keyof typeof hues)[];
  return names.reduce((nearest, name) => (distance(name) < distance(nearest) ? name : nearest));
}
