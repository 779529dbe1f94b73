/** What every screen of the administration says: a change, done by one or asked of two. */
export const administration = {
  administration: {
    parts: 'Bölümler',
    ask: 'İkinci onaya gönder',
    asked: 'İkinci onaya gönderildi; onaylanana kadar hiçbir şey değişmez.',
    unchanged: 'Zaten öyleydi; hiçbir şey değişmedi.',
    open_request: 'İsteği aç',
    takes_two: 'Bu değişiklik yetkiyi ya da limiti genişletir; ikinci bir kişi onaylayınca geçerli olur.',
    note: 'Gerekçe (isteğe bağlı)',
    note_help: 'Onaylayacak kişi okur.',
    waiting: 'Onay bekleyen değişiklik:',
    may_not: 'Bunları yöneticiler değiştirir.',
    told_once: {
      title: 'Gizli değerler: {{name}}',
      once: 'Bunlar yalnızca şimdi gösterilir',
      text: 'Pencere kapanınca hiç kimse bir daha okuyamaz; kaybolursa yenisi üretilir. Partnere güvenli bir yoldan iletin: e-postayla ya da mesajla değil.',
      api_key: 'API anahtarı',
      api_secret: 'API sırrı (istek imzası)',
      hash_secret: 'Özet sırrı (istek özeti)',
      webhook_secret: 'Webhook sırrı (bildirim imzası)',
      copy: 'Kopyala: {{what}}',
      copy_all: 'Hepsini .env biçiminde kopyala',
      download: '.env dosyası olarak indir',
      kept: 'Güvenli bir yere kaydettim',
      done: 'Kapat',
    },
    refusals: {
      partner_name_taken: 'Bu ada sahip ya da çok benzeyen bir partner var. Başka bir ad yazın.',
      host_name_invalid:
        'Bir satır geçerli bir alan adı değil. Yalnızca adı yazın: magaza.example.com; yol, kapı ve yıldız olmadan.',
      network_invalid: 'Bir satır IP adresi ya da ağ değil. Örnek: 203.0.113.7 ya da 203.0.113.0/24.',
      network_not_whole:
        'Bir satırdaki adres ağın başı değil. Ağı 203.0.113.0/24 gibi başından, tek adresi bölüsüz yazın.',
      requests_per_second_out_of_range: 'Saniyedeki istek sayısı 1 ile 100.000 arasında olmalı.',
      pressed_otherwise: 'Bu istek daha önce başka içerikle gönderildi. Sayfayı yenileyip sonucuna bakın.',
      state_conflict: 'Bu arada değişti; yeniden okundu. Bakıp yeniden deneyin.',
      other: 'Kurallar buna şu anda izin vermiyor. Sayfayı yenileyip yeniden deneyin.',
    },
  },
};
