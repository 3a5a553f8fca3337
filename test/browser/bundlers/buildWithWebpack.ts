import webpack, { type Configuration, type Stats } from 'webpack';

/** By default, a page's main.js for production; not minified, which takes longer than all else, so that sizes mean nothing. */
const usual: Configuration = {
  mode: 'production',
  entry: './main.js',
  optimization: { minimize: false },
  performance: { hints: false },
};

/** Builds a page by webpack, without any options that the package would ask for; the warnings. */
export async function buildWithWebpack(page: string, out: string, options: Configuration = {}): Promise<string[]> {
  const stats = await new Promise<Stats | undefined>((resolve, reject) => {
    webpack({ ...usual, context: page, output: { path: out }, ...options }, (error, built) => {
      if (error === null) resolve(built);
      else reject(error);
    });
  });
  const { warnings = [], errors = [] } = stats?.toJson({ all: false, warnings: true, errors: true }) ?? {};
  return [...warnings, ...errors].map(({ message }) => message);
}
