import { localStorageColorSchemeManager } from '@mantine/core';

/** The same name as in shared/public/scheme.js, which runs before everything else. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'vezne-color-scheme' });
