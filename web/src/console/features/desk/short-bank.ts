const LEGAL_FORM = / (A\.Ş\.|T\.A\.O\.|AŞ|TAO)$/u;
const BEFORE = /^T\.(C\.)? /u;

/** As whoever works with it calls a bank: "Ziraat Bankası" is "Ziraat". "İş Bankası" stays whole: alone, "İş" is only work. */
export function shortBank(name: string): string {
  const plain = name.replace(LEGAL_FORM, '').replace(BEFORE, '');
  return /(^| )İş Bankası$/u.test(plain) ? 'İş Bankası' : plain.replace(/ Bankası$/u, '');
}
