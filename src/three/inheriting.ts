/** An object that is like another but for these fields: a placeholder for it. */
export function inheriting<Kind extends object>(object: Kind, fields: object): Kind {
  return Object.create(object, Object.getOwnPropertyDescriptors(fields)) as Kind;
}
