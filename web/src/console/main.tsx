import { nonce } from '../shared/start/first.ts';
import '../shared/theme/base.css';
import '../shared/theme/mantine.css';
import { consoleErrorBody } from '@vezne/contract/console/errors';
import { createRoot } from 'react-dom/client';
import { readErrorsAs } from '../shared/api/error-body.ts';
import { CONSOLE_TEXTS } from '../shared/i18n/console-texts.ts';
import { startTexts } from '../shared/i18n/i18n.ts';
import { AppFrame } from '../shared/start/app-frame.tsx';
import { CONSOLE_PLACE } from './features/session/console-place.ts';
import { createRouter } from './routes/router.tsx';

readErrorsAs(consoleErrorBody);
await startTexts(CONSOLE_TEXTS);
const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root.');
createRoot(root).render(<AppFrame nonce={nonce} place={CONSOLE_PLACE} createRouter={createRouter} />);
