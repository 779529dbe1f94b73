import { nonce } from './first.ts';
import '../shared/theme/base.css';
import '../shared/theme/mantine.css';
import { createRoot } from 'react-dom/client';
import { startTexts } from '../shared/i18n/i18n.ts';
import { App } from './app.tsx';

await startTexts();
const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root.');
createRoot(root).render(<App nonce={nonce} />);
