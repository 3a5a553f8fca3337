import { frame, modules } from 'virtual:packages';

const loaded = new Map<string, Promise<Blob>>();

/** The text of the script that runs in the frame. */
export async function frameScript(): Promise<string> {
  return (await load(frame)).text();
}

/** The modules of these names. Each is loaded once. */
export async function loadModules(names: readonly string[]): Promise<Record<string, Blob>> {
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await load(modules[name].path)] as const)),
  );
}

function load(path: string): Promise<Blob> {
  const known = loaded.get(path);
  if (known !== undefined) return known;
  const text = fetchText(path);
  loaded.set(path, text);
  // The next run tries again.
  text.catch(() => loaded.delete(path));
  return text;
}

async function fetchText(path: string): Promise<Blob> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path} could not be loaded: the server answered ${response.status}`);
  return new Blob([await response.arrayBuffer()], { type: 'text/javascript' });
}
