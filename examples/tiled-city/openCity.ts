import { TiledScene } from 'slabtree/tiles';
import { FILE } from './cityFile';

/** Opens the city. Without it, shows how to make it in the place of the picture, and returns null. */
export async function openCity(canvas: HTMLCanvasElement): Promise<TiledScene | null> {
  try {
    return await TiledScene.open(new URL(FILE, document.baseURI));
  } catch (error) {
    const notice = document.createElement('p');
    notice.className = 'notice';
    notice.setAttribute('role', 'alert');
    const command = document.createElement('code');
    command.textContent = 'npm run tiles';
    notice.append(
      'The city of this page cannot be opened. In a clone of slabtree, ',
      command,
      ` makes it: 20,000,000 boxes in a file of 1.6 GB. Then reload this page. (${reasonOf(error)})`,
    );
    canvas.tabIndex = -1;
    canvas.ariaHidden = 'true';
    canvas.after(notice);
    return null;
  }
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
