/** A component in a file of its own. */
declare module '*.vue' {
  import type { Component } from 'vue';

  const component: Component;
  export default component;
}
