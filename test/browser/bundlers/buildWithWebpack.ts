import webpack, { type Configuration, type Stats } from 'webpack';

/** By default, builds a page's main.js for production. Minifying takes longest, so it is off, as are warnings about size. */
const usual: Configuration = {
  mode: 'production',
  entry: './main.js',
  optimization: { minimize: false },
  performance: { hints: false },
};

/** Builds a page with webpack, without options for the package. Returns the warnings. */
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
