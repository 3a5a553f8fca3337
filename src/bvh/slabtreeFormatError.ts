/** What is thrown for bytes that are not a scene as `BoxScene.serialize` writes them: cut short, damaged, or of another kind. */
export class SlabtreeFormatError extends Error {
  override readonly name = 'SlabtreeFormatError';
}
