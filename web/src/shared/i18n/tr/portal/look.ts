/** For our own people, who look as the partner sees it. */
export const look = {
  look: {
    label: 'Yalnızca okuma',
    bar: '{{partner}} ne görüyorsa onu görüyorsunuz.',
    until: 'Yalnızca okuyabilirsiniz; {{time}} itibarıyla kapanır. Anahtarlar ve kişiler gösterilmez.',
    end: 'Kapat',
    over: 'Bu bağlantı artık geçerli değil',
    over_text: 'Bağlantı bir kez ve bir dakika içinde açılır. Konsolda partnerin sayfasından yenisini alın.',
  },
};
