/** `it` holds plain text only; the template engine escapes every value. */
export const STATUS_PAGE_TEMPLATE = `<!doctype html>
<html lang="<%= it.language %>">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title><%= it.heading %> · <%= it.partnerName %></title>
<link rel="stylesheet" href="../style.css">
</head>
<body>
<main>
<p class="partner"><%= it.partnerName %></p>
<h1 class="<%= it.colour %>"><%= it.heading %></h1>
<% if (it.amount) { %><dl><dt><%= it.amountLabel %></dt><dd><%= it.amount %></dd></dl><% } %>
<p><%= it.body %></p>
</main>
</body>
</html>
`;

export const STATUS_PAGE_STYLE = `:root {
  color-scheme: light dark;
  --paper: #fbfaf7; --card: #fff; --ink: #1c2321; --quiet: #59635f; --line: #e2e0d8;
  --waiting: #8a5a00; --approved: #17693a; --rejected: #a8261c;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #12181a; --card: #1a2224; --ink: #eef1ee; --quiet: #a3aeaa; --line: #2d3739;
    --waiting: #f0b64a; --approved: #6fcf97; --rejected: #ff9187;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; padding: 24px 16px; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; font-variant-numeric: tabular-nums;
}
main {
  max-width: 448px; margin: 8vh auto 0; padding: 24px; background: var(--card);
  border: 1px solid var(--line); border-radius: 12px;
}
.partner { margin: 0 0 4px; color: var(--quiet); }
h1 { margin: 0 0 16px; font-size: 24px; line-height: 1.25; }
.waiting { color: var(--waiting); } .approved { color: var(--approved); } .rejected { color: var(--rejected); }
dl { display: flex; justify-content: space-between; gap: 16px; margin: 0 0 16px; padding: 12px 0; border-block: 1px solid var(--line); }
dt { color: var(--quiet); } dd { margin: 0; font-weight: 600; }
p { margin: 0; }
`;
