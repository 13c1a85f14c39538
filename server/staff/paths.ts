/** Addresses of the staff's side. */
export const staffPath = "/staff/";
/**
 * Whether a path belongs to the staff's side. The letter case counts, and a prefix is not allowed.
 */
export const isStaffPath = (path: string): boolean => path === staffPath.slice(0, -1) || path.startsWith(staffPath);
/**
 * The page to open after a sign-in: `path` if it is on the staff's side, otherwise the first page
 * of the staff's side.
 */
export const staffNext = (path: string | undefined): string => (path?.startsWith(staffPath) ? path : staffPath);
export const staffSignInPath = "/staff/signin/";
export const staffSignOutPath = "/staff/signout/";
export const staffJoinPath = "/staff/join/";
export const staffConfirmPath = "/staff/confirm/";
export const staffSecurityPath = "/staff/security/";
export const staffAuthenticatorPath = "/staff/security/authenticator/";
export const staffAuthenticatorCodePath = "/staff/security/authenticator/code/";
export const staffRecoveryCodesPath = "/staff/security/recovery-codes/";
export const staffPasskeysPath = "/staff/security/passkeys/";
export const staffNewPasskeyPath = "/staff/security/passkeys/new/";
export const staffPasskeyRemovalPath = "/staff/security/passkeys/removal/";
/** The challenge that a browser signs with a passkey, for a sign-in or a proof. */
export const staffPasskeyChallengePath = "/staff/signin/passkey/challenge/";
export const staffPasskeySignInPath = "/staff/signin/passkey/";
export const staffRolesPath = "/staff/roles/";
export const staffNewRolePath = "/staff/roles/new/";
export const staffRolePath = (id: string) => `/staff/roles/${id}/`;
export const staffRoleRemovalPath = (id: string) => `/staff/roles/${id}/removal/`;
export const staffPeoplePath = "/staff/people/";
export const staffPersonPath = (id: string) => `/staff/people/${id}/`;
export const staffPersonRemovalPath = (id: string) => `/staff/people/${id}/removal/`;
export const staffPersonLinkPath = (id: string) => `/staff/people/${id}/link/`;
/** Undoes the change of an audit entry. */
export const staffUndoPath = (entryId: string) => `/staff/changes/${entryId}/undo/`;
export const staffOrdersPath = "/staff/orders/";
export const staffOrdersFilePath = "/staff/orders.csv";
/** The orders of the list for a bookkeeper, as a file; `?rows=lines` has a row for each line. */
export const staffBooksFilePath = "/staff/books.csv";
/** Previews an action on many orders, and does it. */
export const staffOrdersBulkPath = "/staff/orders/bulk/";
/**
 * Undoes an action on many records. The next path shows the progress of an action on many records.
 */
export const staffBulkUndoPath = (id: string) => `/staff/bulk/${id}/undo/`;
export const staffBulkRunPath = (id: string) => `/staff/bulk/${id}/`;
export const staffViewsPath = "/staff/views/";
export const staffViewPath = (id: string) => `/staff/views/${id}/`;
export const staffViewRemovalPath = (id: string) => `/staff/views/${id}/removal/`;
export const staffOrderPath = (number: number | string) => `/staff/orders/${number}/`;
/** A packing slip of the units left to ship, or with `?shipment=N` of an earlier shipment. */
export const staffSlipPath = (number: number | string) => `/staff/orders/${number}/slip/`;
export const staffInvoicePath = (number: number | string) => `/staff/orders/${number}/invoice/`;
/** Changes an order's email, phone and billing address. */
export const staffOrderContactPath = (number: number | string) => `/staff/orders/${number}/contact/`;
/** Changes an order's shipping address. */
export const staffOrderAddressPath = (number: number | string) => `/staff/orders/${number}/address/`;
/** Decides about a shopper’s request for another address. */
export const staffAddressRequestPath = (number: number | string) => `/staff/orders/${number}/address-request/`;
/** Gives a discount on a placed order. */
export const staffOrderDiscountPath = (number: number | string) => `/staff/orders/${number}/discount/`;
/** Cancels an order, and begins a phone order with another address. */
export const staffOrderReplacementPath = (number: number | string) => `/staff/orders/${number}/replacement/`;
/** The slips of several orders, each order as `?order=`. */
export const staffSlipsPath = "/staff/slips/";
/** The units to pick for several orders, each order as `?order=`. */
export const staffPicksPath = "/staff/picks/";
/** Shipping by a file of tracking numbers: the dry run, and the shipping. */
export const staffTrackingPath = "/staff/tracking/";
export const staffTrackingRunPath = "/staff/tracking/shipping/";
/** The actions on an order, each by a form of its page. */
export const orderActions = [
  "fulfilment",
  "cancelation",
  "keeping",
  "hold",
  "tags",
  "refund",
  "settlement",
  "payment",
  "edit",
  "return",
  "note",
  "email",
] as const;
export type OrderAction = (typeof orderActions)[number];
export const staffOrderActionPath = (number: number | string, action: OrderAction) => `/staff/orders/${number}/${action}/`;
/** Begins a phone order that adds products to an order. */
export const staffSupplementPath = (number: number | string) => `/staff/orders/${number}/supplement/`;
/** Begins an exchange of an order's products for others. */
export const staffExchangePath = (number: number | string) => `/staff/orders/${number}/exchange/`;
/** One search over orders, products and customers. */
export const staffSearchPath = "/staff/search/";
export const staffPhoneOrdersPath = "/staff/phone-orders/";
export const staffPhoneOrderPath = (id: string) => `/staff/phone-orders/${id}/`;
/** The steps of a phone order, each by a button of its page. */
export const phoneOrderSteps = [
  "fields",
  "line",
  "quantity",
  "removal",
  "gift",
  "contact",
  "note",
  "address",
  "method",
  "promo",
  "discount",
  "shipping",
  "link",
  "place",
  "revocation",
  "discard",
] as const;
export type PhoneOrderStep = (typeof phoneOrderSteps)[number];
export const staffPhoneOrderStepPath = (id: string, step: PhoneOrderStep) => `/staff/phone-orders/${id}/${step}/`;
export const staffCustomersPath = "/staff/customers/";
export const staffCustomersFilePath = "/staff/customers.csv";
/** `key`: an account's id, or `guest-` and the number of one of a guest's orders. */
export const staffCustomerPath = (key: string) => `/staff/customers/${key}/`;
export const staffCustomerSignOutPath = (key: string) => `/staff/customers/${key}/sign-out/`;
export const staffCustomerExportPath = (key: string) => `/staff/customers/${key}/export/`;
export const staffCustomerErasurePath = (key: string) => `/staff/customers/${key}/erasure/`;
export const staffCustomerTagsPath = (key: string) => `/staff/customers/${key}/tags/`;
export const staffCustomerTagRemovalPath = (key: string) => `/staff/customers/${key}/tags/remove/`;
export const staffCustomerNotesPath = (key: string) => `/staff/customers/${key}/notes/`;
export const staffCustomerNoteRemovalPath = (key: string) => `/staff/customers/${key}/notes/remove/`;
export const staffReviewsPath = "/staff/reviews/";
export const staffReviewsFilePath = "/staff/reviews.csv";
export const staffReviewPath = (id: string) => `/staff/reviews/${id}/`;
export const staffReviewDecisionPath = (id: string) => `/staff/reviews/${id}/decision/`;
export const staffJobsPath = "/staff/jobs/";
export const staffJobRetryPath = (id: string) => `/staff/jobs/${id}/retry/`;
export const staffJobsRetryPath = "/staff/jobs/retry/";
export const staffPaymentsPath = "/staff/payments/";
export const staffPaymentLookUpPath = (id: string) => `/staff/payments/${id}/look-up/`;
export const staffHeldPaymentsPath = "/staff/held-payments/";
export const staffHeldPaymentPath = (id: string) => `/staff/held-payments/${id}/`;
export const staffSweepPath = "/staff/payments/sweep/";
export const staffOrphanReturnPath = "/staff/payments/unmatched/return/";
export const staffOrphansAcceptPath = "/staff/payments/unmatched/accept/";
export const staffStockPath = "/staff/stock/";
export const staffStockFilePath = "/staff/stock.csv";
export const staffVariantStockPath = (id: string) => `/staff/stock/${id}/`;
export const staffAdjustmentPath = (id: string) => `/staff/stock/${id}/adjustment/`;
export const staffMovementUndoPath = (id: string) => `/staff/stock/${id}/undo/`;
export const staffCountsPath = "/staff/counts/";
export const staffCountPath = (id: string) => `/staff/counts/${id}/`;
export const staffCountPrintPath = (id: string) => `/staff/counts/${id}/print/`;
export const staffCountEntryPath = (id: string) => `/staff/counts/${id}/entry/`;
export const staffCountClearPath = (id: string) => `/staff/counts/${id}/clear/`;
export const staffCountPostingPath = (id: string) => `/staff/counts/${id}/posting/`;
export const staffCountDiscardPath = (id: string) => `/staff/counts/${id}/discard/`;
export const staffProductsPath = "/staff/products/";
export const staffProductsFilePath = "/staff/products.csv";
export const staffNewProductPath = "/staff/products/new/";
export const staffProductPath = (id: string) => `/staff/products/${id}/`;
export const staffProductPreviewPath = (id: string) => `/staff/products/${id}/preview/`;
export const staffProductCopyPath = (id: string) => `/staff/products/${id}/copy/`;
export const staffProductArchivePath = (id: string) => `/staff/products/${id}/archive/`;
export const staffProductRemovalPath = (id: string) => `/staff/products/${id}/removal/`;
export const staffCostsPath = (id: string) => `/staff/products/${id}/costs/`;
/** The address of the costs on a product's page; `notice` names what was done to them. */
export const staffCostsPart = (id: string, notice?: "saved") =>
  `${staffProductPath(id)}${notice ? `?costs=${notice}` : ""}#costs`;
export const staffSchedulePath = (id: string) => `/staff/products/${id}/schedule/`;
export const staffPicturesPath = (id: string) => `/staff/products/${id}/pictures/`;
/** The address of the pictures on a product's page; `notice` names what was done to them. */
export const staffPicturesPart = (id: string, notice?: "saved" | "added") =>
  `${staffProductPath(id)}${notice ? `?pictures=${notice}` : ""}#pictures`;
/** The synonyms of the shop's search. */
export const staffSynonymsPath = "/staff/synonyms/";
export const staffCategoriesPath = "/staff/categories/";
/** `id` is `new` before the category exists. */
export const staffCategoryPath = (id: string) => `/staff/categories/${id}/`;
export const staffCategoryRemovalPath = (id: string) => `/staff/categories/${id}/removal/`;
export const staffCategoryMovePath = (id: string) => `/staff/categories/${id}/move/`;
export const staffCollectionsPath = "/staff/collections/";
/** `id` is `new` before the collection exists. */
export const staffCollectionPath = (id: string) => `/staff/collections/${id}/`;
export const staffCollectionRemovalPath = (id: string) => `/staff/collections/${id}/removal/`;
export const staffProductsBulkPath = "/staff/bulk/products/";
export const staffPromosBulkPath = "/staff/bulk/promos/";
export const staffReviewsBulkPath = "/staff/bulk/reviews/";
export const staffStockBulkPath = "/staff/bulk/stock/";
export const staffImportsPath = "/staff/imports/";
export const staffImportPath = (id: string) => `/staff/imports/${id}/`;
export const staffImportReportPath = (id: string) => `/staff/imports/${id}/report.csv`;
export const staffImportStartPath = (id: string) => `/staff/imports/${id}/start/`;
export const staffImportCancelPath = (id: string) => `/staff/imports/${id}/cancelation/`;
export const staffPictureUploadPath = (id: string) => `/staff/products/${id}/pictures/upload/`;
export const staffReportsPath = "/staff/reports/";
export const staffReportsFilePath = "/staff/reports.csv";
/** Each booking of a period that the sales report sums up, as a file. */
export const staffBookingsFilePath = "/staff/bookings.csv";

/** The kinds of selling rules that are lists of records. */
export type RuleKind = "promos" | "zones" | "methods" | "taxes" | "gifts" | "means";
export const staffRulesPath = (kind: RuleKind) => `/staff/rules/${kind}/`;
export const staffNewRulePath = (kind: RuleKind) => `/staff/rules/${kind}/new/`;
export const staffRulePath = (kind: RuleKind, id: string) => `/staff/rules/${kind}/${id}/`;
/** The order of the list of all shipping methods. */
export const staffMethodOrderPath = "/staff/rules/method-order/";
export const staffRuleRemovalPath = (kind: RuleKind, id: string) => `/staff/rules/${kind}/${id}/removal/`;
/** Makes a batch of single-use codes of a promo. */
export const staffPromoBatchesPath = (id: string) => `/staff/rules/promos/${id}/batches/`;
export const staffPromoBatchEndPath = (id: string, batch: string) => `/staff/rules/promos/${id}/batches/${batch}/end/`;
/** The codes of a batch as a file; the batch is a parameter. */
export const staffPromoFilePath = (id: string) => `/staff/rules/promos/${id}/codes.csv`;
export const staffPromoCodesPath = (id: string, batch: string) => `${staffPromoFilePath(id)}?batch=${batch}`;
/**
 * The rules on products that may not be sold in some places: all rules, the rules of a place such
 * as `US-TX`, and the rules of a category.
 */
export const staffStatesPath = "/staff/rules/states/";
export const staffStatePath = (place: string) => `/staff/rules/states/${place}/`;
export const staffStateCategoryPath = (slug: string) => `/staff/rules/states/categories/${slug}/`;
/** The list of promos as a file. */
export const staffPromosFilePath = "/staff/rules/promos.csv";
export const staffSimulationPath = "/staff/rules/simulation/";
export const staffCatalogFilePath = "/staff/catalog.csv";
/** A small sample of a catalogue file, in the same format. */
export const staffSampleFilePath = `${staffCatalogFilePath}?sample=1`;
export const staffPagesPath = "/staff/pages/";
/** `id` is `new` before the banner exists. */
export const staffBannerPath = (id: string) => `/staff/pages/banners/${id}/`;
export const staffBannerRemovalPath = (id: string) => `/staff/pages/banners/${id}/removal/`;
/** The address of the papers on a product's page; `notice` is a key of `paperNotices`. */
export const staffPapersPart = (id: string, notice?: string) =>
  `${staffProductPath(id)}${notice ? `?papers=${notice}` : ""}#papers`;
export const staffPapersPath = (id: string) => `/staff/products/${id}/papers/`;
export const staffPaperUploadPath = (id: string) => `/staff/products/${id}/papers/upload/`;
/** The PDF with this key, of a product's paper or of one that an order keeps. */
export const staffPaperPath = (key: string) => `/staff/papers/${key}/`;
/** Uploads the picture of a category. */
export const staffCategoryPicturePath = (id: string) => `/staff/categories/${id}/picture/`;
/** Uploads a picture of a banner. */
export const staffBannerPicturePath = (id: string) => `/staff/pages/banners/${id}/picture/`;
/** The pages of text. In the paths below, `slug` is `new` before the text exists. */
export const staffTextsPath = "/staff/pages/texts/";
export const staffTextPath = (slug: string) => `/staff/pages/texts/${slug}/`;
export const staffTextAddressPath = (slug: string) => `/staff/pages/texts/${slug}/address/`;
export const staffTextRemovalPath = (slug: string) => `/staff/pages/texts/${slug}/removal/`;
export const staffRedirectsPath = "/staff/pages/redirects/";
export const staffRedirectLinesPath = "/staff/pages/redirects/lines/";
export const staffRedirectRemovalPath = "/staff/pages/redirects/removal/";
export const staffNavigationPath = "/staff/pages/navigation/";
/** A preview of Home or a landing page at a given time. */
export const staffPagePreviewPath = (page: string) => `/staff/pages/preview/${page}/`;
export const staffLogoPath = "/staff/settings/logo/";
export const staffLogoRemovalPath = "/staff/settings/logo/removal/";
export const staffActivityPath = "/staff/activity/";
export const staffActivityFilePath = "/staff/activity.csv";

export const staffEmailsPath = "/staff/emails/";
export const staffEmailRecipientsPath = "/staff/emails/recipients/";
export const staffEmailPath = (kind: string) => `/staff/emails/${kind}/`;
export const staffEmailResetPath = (kind: string) => `/staff/emails/${kind}/reset/`;
export const staffSettingsPath = "/staff/settings/";
