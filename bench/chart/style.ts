/**
 * The card has its own background, so that it is readable on any page. Text has a contrast of at least 4.5 to 1, and
 * bars of at least 3 to 1, on the light and the dark background.
 */
export const style = `
    text { font: 12px system-ui, -apple-system, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif; fill: #1f2328; }
    .title { font-size: 19px; font-weight: 600; }
    .heading { font-size: 13px; font-weight: 600; }
    .muted { fill: #59636e; }
    .end { text-anchor: end; }
    .middle { text-anchor: middle; }
    .tick { font-size: 11px; }
    .value { font-size: 11px; stroke: #ffffff; stroke-width: 3px; paint-order: stroke; }
    .strong { font-weight: 600; }
    .card { fill: #ffffff; stroke: #d1d9e0; }
    .grid { stroke: #d1d9e0; }
    .lead { fill: #0550ae; }
    .own { fill: #218bff; }
    .peer { fill: #818b98; }
    @media (prefers-color-scheme: dark) {
      text { fill: #f0f6fc; }
      .muted { fill: #9198a1; }
      .value { stroke: #0d1117; }
      .card { fill: #0d1117; stroke: #3d444d; }
      .grid { stroke: #3d444d; }
      .lead { fill: #58a6ff; }
      .own { fill: #1f6feb; }
      .peer { fill: #656c76; }
    }
  `;
