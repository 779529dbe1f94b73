/** The card has its own background, because a page's theme and the colours of a reader's system may differ. */
export const STYLE = `<style>
  text { font-family: system-ui, -apple-system, "Segoe UI", "Noto Sans", "DejaVu Sans", sans-serif; fill: #1f2328; }
  .code { font-family: ui-monospace, Menlo, Consolas, "Liberation Mono", "DejaVu Sans Mono", monospace; }
  .bold { font-weight: 600; }
  .quiet { fill: #59636e; }
  .ground { fill: #ffffff; stroke: #d1d9e0; }
  .rule { stroke: #d1d9e0; }
  .box { fill: #f6f8fa; stroke: #818b98; stroke-width: 1.5; }
  .good { fill: #dafbe1; stroke: #1a7f37; stroke-width: 1.5; }
  .bad { fill: #ffebe9; stroke: #cf222e; stroke-width: 1.5; }
  .arrow { fill: none; stroke: #59636e; stroke-width: 1.5; }
  .tip { fill: #59636e; }
  .pill { fill: #ddf4ff; stroke: #54aeff; }
  .told { fill: #0550ae; }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc; }
    .quiet { fill: #b1bac4; }
    .ground { fill: #0d1117; stroke: #3d444d; }
    .rule { stroke: #3d444d; }
    .box { fill: #1c2128; stroke: #768390; }
    .good { fill: #0f2f1a; stroke: #3fb950; }
    .bad { fill: #3c1416; stroke: #f85149; }
    .arrow { stroke: #9198a1; }
    .tip { fill: #9198a1; }
    .pill { fill: #0c2744; stroke: #1f6feb; }
    .told { fill: #a5d6ff; }
  }
</style>`;
