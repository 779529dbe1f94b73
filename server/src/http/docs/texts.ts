import type { Language } from './site-map.ts';

/** What the pages say around their content. */
interface PageTexts {
  language: string;
  skip: string;
  contents: string;
  guides: string;
  reference: string;
  referenceTitle: string;
  openApi: string;
  asMarkdown: string;
  copy: string;
  copied: string;
  sampleLanguage: string;
  previous: string;
  next: string;
  footer: string;
  linkTo: (title: string) => string;
}

export const PAGE_TEXTS: Readonly<Record<Language, PageTexts>> = {
  en: {
    language: 'English',
    skip: 'Skip to content',
    contents: 'Contents',
    guides: 'Guides',
    reference: 'Reference',
    referenceTitle: 'API reference',
    openApi: 'OpenAPI document',
    asMarkdown: 'This page as Markdown',
    copy: 'Copy',
    copied: 'Copied',
    sampleLanguage: 'Language',
    previous: 'Previous',
    next: 'Next',
    footer: 'Tests run every sample on these pages.',
    linkTo: (title) => `Link to ${title}`,
  },
  tr: {
    language: 'Türkçe',
    skip: 'İçeriğe geç',
    contents: 'İçindekiler',
    guides: 'Kılavuzlar',
    reference: 'Başvuru',
    referenceTitle: 'API başvurusu (İngilizce)',
    openApi: 'OpenAPI belgesi',
    asMarkdown: 'Bu sayfanın Markdown hâli',
    copy: 'Kopyala',
    copied: 'Kopyalandı',
    sampleLanguage: 'Dil',
    previous: 'Önceki',
    next: 'Sonraki',
    footer: 'Bu sayfalardaki her örneği testler çalıştırır.',
    linkTo: (title) => `Bağlantı: ${title}`,
  },
};
