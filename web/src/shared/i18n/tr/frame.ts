/** The frame around every screen, and pages that are missing or broken. */
export const frame = {
  shell: {
    live: 'Canlı',
    development: 'Deneme',
    navigation: 'Gezinti',
    menu: 'Hesap ve görünüm',
    sign_out: 'Çıkış yap',
    offline: 'Bağlantı koptu. Gördükleriniz güncel olmayabilir; bağlantı gelince kendiliğinden yenilenir.',
    skip: 'İçeriğe geç',
  },
  not_found: {
    title: 'Böyle bir sayfa yok',
    text: 'Adres yanlış yazılmış ya da sayfa taşınmış olabilir.',
  },
  crashed: {
    title: 'Bu sayfa açılamadı',
    text: 'Beklenmeyen bir hata oldu. Yarım kalan bir işlem varsa yinelemeden önce sonucuna bakın.',
    reload: 'Sayfayı yenile',
  },
};
