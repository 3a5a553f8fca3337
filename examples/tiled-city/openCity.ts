import { TiledScene, TileSourceError } from 'slabtree/tiles';
import { showNotice } from '../site/notice';
import { reasonOf } from '../site/reasonOf';
import { BOXES, FILE } from './cityFile';

/** The most bytes that are fetched whole: more than the small city has. */
const MOST_AT_ONCE = 5_000_000;

interface OpenCity {
  readonly scene: TiledScene;
  /** Whether its host serves no ranges, and the file has been fetched whole. */
  readonly isFetched: boolean;
}

/** Opens the city. Without it, shows how to make it in the place of the picture, and returns null. */
export async function openCity(canvas: HTMLCanvasElement): Promise<OpenCity | null> {
  try {
    return await openAt(new URL(FILE, document.baseURI));
  } catch (error) {
    showNotice(canvas, 'The city of this page cannot be opened. ', ...howToMake('one'), ` (${reasonOf(error)})`);
    return null;
  }
}

/** Says what the page shows instead of the whole city, and how to make that. Null if it shows the whole. */
export function noteOn({ scene, isFetched }: OpenCity): HTMLElement | null {
  if (scene.size >= BOXES) return null;
  const note = document.createElement('p');
  note.className = 'help';
  if (isFetched) note.append('The host of this page serves no ranges, so this city was fetched whole. ');
  note.append('It is the middle of a larger one. ', ...howToMake('the larger one'));
  return note;
}

function howToMake(what: string): (string | HTMLElement)[] {
  const command = document.createElement('code');
  command.textContent = 'npm run tiles';
  const boxes = BOXES.toLocaleString('en');
  return [
    'In a clone of slabtree, ',
    command,
    ` makes ${what}: ${boxes} boxes in a file of 1.6 GB. Then start or build the examples again.`,
  ];
}

/** Opens the file by ranges. If its host serves none, a small file is fetched whole. */
async function openAt(address: URL): Promise<OpenCity> {
  try {
    return { scene: await TiledScene.open(address), isFetched: false };
  } catch (error) {
    if (!(error instanceof TileSourceError)) throw error;
    const response = await fetch(address);
    const bytes = Number(response.headers.get('content-length') ?? Infinity);
    if (response.ok && bytes <= MOST_AT_ONCE) {
      return { scene: await TiledScene.open(await response.blob()), isFetched: true };
    }
    await response.body?.cancel();
    throw error;
  }
}
