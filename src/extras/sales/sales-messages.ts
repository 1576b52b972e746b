/** The texts beside visits in all languages but English, in the order of `sales-words.ts`. */
// biome-ignore format: a row for each language.
export const SALES_ROWS = {
  de: ["Bestellungen und Umsatz", "Bestellungen", "Umsatz", "Provision", "Umsatz je 1.000 Besuche", "{value} offen", "{value} storniert", "Verkaufsberichte liegen vor bis {days}.", "{share} der Besuche gingen zu Shops, die Verkäufe melden.", "Keine Bestellungen in diesem Zeitraum."],
  fr: ["Commandes et ventes", "Commandes", "Ventes", "Commission", "Ventes pour 1 000 visites", "{value} en attente", "{value} annulées", "Rapports de ventes reçus jusqu’au {days}.", "{share} des visites sont allées vers des magasins qui déclarent leurs ventes.", "Aucune commande pour cette période."],
  es: ["Pedidos y ventas", "Pedidos", "Ventas", "Comisión", "Ventas por 1000 visitas", "{value} pendientes", "{value} anulados", "Hay informes de ventas hasta el {days}.", "El {share} de las visitas fue a tiendas que comunican sus ventas.", "Sin pedidos en este periodo."],
  it: ["Ordini e vendite", "Ordini", "Vendite", "Commissione", "Vendite ogni 1.000 visite", "{value} in sospeso", "{value} stornati", "Report di vendita ricevuti fino al {days}.", "Il {share} delle visite è andato a negozi che comunicano le vendite.", "Nessun ordine in questo periodo."],
  nl: ["Bestellingen en omzet", "Bestellingen", "Omzet", "Commissie", "Omzet per 1.000 bezoeken", "{value} in behandeling", "{value} teruggedraaid", "Verkooprapporten zijn binnen tot en met {days}.", "{share} van de bezoeken ging naar winkels die verkopen melden.", "Geen bestellingen in deze periode."],
  pt: ["Encomendas e vendas", "Encomendas", "Vendas", "Comissão", "Vendas por 1000 visitas", "{value} pendentes", "{value} anuladas", "Há relatórios de vendas até {days}.", "{share} das visitas foram para lojas que comunicam as vendas.", "Sem encomendas neste período."],
  pl: ["Zamówienia i sprzedaż", "Zamówienia", "Sprzedaż", "Prowizja", "Sprzedaż na 1000 wizyt", "oczekujące: {value}", "cofnięte: {value}", "Raporty sprzedaży sięgają do {days}.", "{share} wizyt trafiło do sklepów, które raportują sprzedaż.", "Brak zamówień w tym okresie."],
  ja: ["注文と売上", "注文数", "売上", "コミッション", "訪問1,000件あたりの売上", "保留 {value}", "取消 {value}", "売上レポートは{days}分まで届いています。", "訪問の{share}は売上を報告するショップへ移動しました。", "この期間の注文はありません。"],
  zh: ["订单和销售额", "订单数", "销售额", "佣金", "每千次访问销售额", "待确认 {value}", "已撤销 {value}", "销售报告截至 {days}。", "{share} 的访问前往会报告销售的商店。", "此期间没有订单。"],
} as const;
