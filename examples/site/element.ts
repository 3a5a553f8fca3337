/** The element with this id. It must be of this kind. */
export function element<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new TypeError(`The page must have a ${kind.name} with the id "${id}"`);
  return found;
}
