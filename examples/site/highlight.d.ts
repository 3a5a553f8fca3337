/** What this project calls of highlight.js. Its own types need those of a page. */
declare const highlight: {
  registerLanguage(name: string, language: unknown): void;
  highlight(code: string, options: { language: string }): { value: string };
};
export default highlight;
