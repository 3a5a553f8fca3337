/** A whole number from the query of the address, for example `?boxes=20000`. `usual` unless it is from 1 to `most`. */
export function numberFromAddress(search: string, name: string, usual: number, most: number): number {
  const wanted = Number(new URLSearchParams(search).get(name));
  return Number.isInteger(wanted) && wanted > 0 && wanted <= most ? wanted : usual;
}
