/** Players who have not said that they paid. */
export const waiting = {
  waiting: {
    title: 'Transfer bekleyen oyuncular',
    reload: 'Listeyi yenile',
    oldest_first: 'En eski üstte',
    age: 'Geçen',
    left: 'Kalan',
    over: 'doldu',
    player: 'Oyuncu',
    partner: 'Partner',
    asked: 'İstenen',
    account: 'Hesap',
    code: 'Kod',
    said: 'Bildirilen',
    receipt: 'Dekont',
    sender: 'Gönderen',
    gone: 'Ayrıldı',
    nothing: 'Transfer bekleyen yok',
    nothing_text:
      'Bir yatırım açılıp oyuncuya hesap gösterildiğinde burada belirir; transferi bildirince çıkar.',
    none_open: 'Açık yatırım yok',
    none_open_text:
      'J ve K ile gezin, Enter ile açın. Açmak yatırımı size ayırmaz. Parayı bankada gördüyseniz O ile oyuncu adına bildirin.',
    nothing_filtered: 'Bu filtrede oyuncu yok',
    nothing_filtered_text: 'Filtreyi değiştirin ya da kaldırın.',
    keys: {
      on_behalf: 'oyuncu adına bildir',
      open_first: 'Oyuncu adına bildirmek için aç',
      reload: 'yenile',
      reload_long: 'Listeyi yenile',
    },
  },
};
