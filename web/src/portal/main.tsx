import { nonce } from '../shared/start/first.ts';
import '../shared/theme/base.css';
import '../shared/theme/mantine.css';
import './portal.css';
import { portalErrorBody } from '@vezne/contract/portal/errors';
import { createRoot } from 'react-dom/client';
import { readErrorsAs } from '../shared/api/error-body.ts';
import { startTexts } from '../shared/i18n/i18n.ts';
import { PORTAL_TEXTS } from '../shared/i18n/portal-texts.ts';
import { AppFrame } from '../shared/start/app-frame.tsx';
import { PORTAL_PLACE } from './features/session/portal-place.ts';
import { createRouter } from './routes/router.tsx';

readErrorsAs(portalErrorBody);
await startTexts(PORTAL_TEXTS);
const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root.');
createRoot(root).render(<AppFrame nonce={nonce} place={PORTAL_PLACE} createRouter={createRouter} />);
