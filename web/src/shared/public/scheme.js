// Light or dark before the first paint. Mantine keeps the choice under the same name (shared/theme/color-scheme.ts).
{
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  let chosen = null;
  try {
    chosen = localStorage.getItem('vezne-color-scheme');
  } catch {
    // Storage can be switched off; then the system decides.
  }
  document.documentElement.setAttribute(
    'data-mantine-color-scheme',
    chosen === 'light' || chosen === 'dark' ? chosen : system,
  );
}
