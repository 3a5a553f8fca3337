// The kernel asks this, and nothing else, whether the engine has relaxed SIMD.
Object.assign(WebAssembly, { validate: () => false });
