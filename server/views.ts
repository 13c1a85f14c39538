import type { ListingPage } from "./catalog/pages/listing.ts";
import type { ProductPage } from "./catalog/pages/product.ts";
import type { SuggestionOptions } from "./catalog/pages/suggestions.ts";
import type { ProductCard } from "./catalog/rules/product-card.ts";
import type { ShipTo } from "./catalog/rules/ship-to.ts";
import type { CartScreen } from "./checkout/pages/cart.ts";
import type { ContactScreen, MethodScreen, ShippingScreen } from "./checkout/pages/steps.ts";
import type { PaymentPage, WaitingPage } from "./checkout/payment-screen.ts";
import type { ContentPageView } from "./content/pages/content-page.ts";
import type { HomePage } from "./content/pages/home.ts";
import type { LandingPage } from "./content/pages/landing.ts";
import type { DashboardFrame } from "./customers/dashboard.ts";
import type { ProfilePage } from "./customers/pages/profile.ts";
import type { SettingsPage } from "./customers/pages/settings.ts";
import type { AuthenticatorPage, CodesPage, KeepPage, SecondStepPage } from "./identity/factors/pages.ts";
import type {
  ConfirmPage,
  ProofPage,
  ResetPage,
  ResubmitPage,
  SignInPage,
  SignUpLinkPage,
  SignUpPage,
  UndoPage,
  WelcomePage,
} from "./identity/pages.ts";
import type { SocialReturnPage } from "./identity/social/pages.ts";
import type { EmailValues } from "./jobs/compose-email.ts";
import type { ConfirmationMail } from "./orders/mails.ts";
import type { ConfirmationPage } from "./orders/pages/confirmation.ts";
import type { LookupPage } from "./orders/pages/lookup.ts";
import type { OrderPage } from "./orders/pages/order.ts";
import type { OverviewPage } from "./orders/pages/overview.ts";
import type { WriteReviewPage } from "./orders/pages/reviews.ts";
import type { StatusPage } from "./orders/pages/status.ts";
import type { BulkPreviewPage, BulkRunPage } from "./staff/lists/bulk-page.ts";
import type { StaffListPage } from "./staff/lists/page.ts";
import type { CategoriesPage } from "./staff/pages/categories.ts";
import type { ConflictPage } from "./staff/pages/conflict.ts";
import type { PagesPage } from "./staff/pages/content.ts";
import type { ContentFormPage } from "./staff/pages/content-form.ts";
import type { CountPage, CountPrintPage, CountsPage } from "./staff/pages/counts.ts";
import type { StaffCustomerPage } from "./staff/pages/customers.ts";
import type { EmailPage, EmailsPage } from "./staff/pages/emails.ts";
import type { ImportPage, ImportsPage } from "./staff/pages/imports.ts";
import type { JobsPage } from "./staff/pages/jobs.ts";
import type { StaffOrderPage } from "./staff/pages/order.ts";
import type { PaymentsPage } from "./staff/pages/payments.ts";
import type { PeoplePage, PersonPage } from "./staff/pages/people.ts";
import type { PhoneOrderPage, PhoneOrdersPage } from "./staff/pages/phone-orders.ts";
import type { ProductFormPage } from "./staff/pages/product.ts";
import type { PicturesPage } from "./staff/pages/product-pictures.ts";
import type { SchedulePage } from "./staff/pages/product-schedule.ts";
import type { RefusedStaffPage } from "./staff/pages/refused.ts";
import type { ReportsPage } from "./staff/pages/reports.ts";
import type { StaffReviewPage } from "./staff/pages/reviews.ts";
import type { RolePage, RolesPage } from "./staff/pages/roles.ts";
import type { RulePage, RulesPage, SimulationPage } from "./staff/pages/rules.ts";
import type { SearchPage as StaffSearchPage } from "./staff/pages/search.ts";
import type { NewPasskeyPage, SecurityPage, StaffAuthenticatorPage, StaffCodesPage } from "./staff/pages/security.ts";
import type { JoinPage, ProofPage as StaffProofPage, StaffSignInPage } from "./staff/pages/sign-in.ts";
import type { InvoicePage, SlipsPage } from "./staff/pages/slips.ts";
import type { StateCategoryPage, StatePage, StatesPage } from "./staff/pages/state-rules.ts";
import type { VariantStockPage } from "./staff/pages/stock.ts";
import type { TodayPage } from "./staff/pages/today.ts";
import type { ProductBulkPage } from "./staff/products/product-bulk-page.ts";
import type { ErrorPage, NotFoundPage } from "./web/errors.ts";
import type { WishlistPage } from "./wishlist/pages.ts";

/**
 * The values that each view receives from its page function; `npm run check` compares the templates
 * with them.
 */
export type Views = {
  "catalog/listing": ListingPage;
  "catalog/product": ProductPage;
  "checkout/cart": CartScreen["page"];
  "checkout/contact": ContactScreen["page"];
  "checkout/payment": PaymentPage;
  "checkout/shipping": ShippingScreen["page"];
  "checkout/shipping-method": MethodScreen["page"];
  "checkout/waiting": WaitingPage;
  "content/error": ErrorPage;
  "content/home": HomePage;
  "content/landing": LandingPage;
  "content/not-found": NotFoundPage;
  "content/page": ContentPageView;
  "customers/profile": DashboardFrame & ProfilePage;
  "customers/settings": DashboardFrame & SettingsPage;
  "identity/authenticator": AuthenticatorPage;
  "identity/confirm": ConfirmPage;
  "identity/reauthenticate": ProofPage;
  "identity/recovery-codes": CodesPage;
  "identity/reset": ResetPage;
  "identity/resubmit": ResubmitPage;
  "identity/keep-authenticator": KeepPage;
  "identity/second-step": SecondStepPage;
  "identity/sign-in": SignInPage;
  "identity/sign-up": SignUpPage;
  "identity/sign-up-link": SignUpLinkPage;
  "identity/social-return": SocialReturnPage;
  "identity/undo": UndoPage;
  "identity/welcome": WelcomePage;
  "orders/confirmation": ConfirmationPage;
  "orders/lookup": LookupPage;
  /** its owner sees it in the dashboard, a guest with a mailed link does not */
  "orders/order": (DashboardFrame | { title: string; robots: string }) & OrderPage;
  "orders/overview": DashboardFrame & OverviewPage;
  "orders/status": StatusPage;
  "orders/write-review": WriteReviewPage;
  "staff/authenticator": StaffAuthenticatorPage;
  "staff/categories": CategoriesPage;
  "staff/content-form": ContentFormPage;
  "staff/email": EmailPage;
  "staff/emails": EmailsPage;
  "staff/pages": PagesPage;
  "staff/count": CountPage;
  "staff/count-print": CountPrintPage;
  "staff/counts": CountsPage;
  "staff/bulk-preview": BulkPreviewPage;
  "staff/bulk-run": BulkRunPage;
  "staff/conflict": ConflictPage;
  "staff/customer": StaffCustomerPage;
  "staff/import": ImportPage;
  "staff/imports": ImportsPage;
  "staff/invoice": InvoicePage;
  "staff/jobs": JobsPage;
  "staff/join": JoinPage;
  "staff/new-passkey": NewPasskeyPage;
  "staff/list": StaffListPage;
  "staff/order": StaffOrderPage;
  "staff/phone-order": PhoneOrderPage;
  "staff/phone-orders": PhoneOrdersPage;
  "staff/payments": PaymentsPage;
  "staff/people": PeoplePage;
  "staff/roles": RolesPage;
  "staff/role": RolePage;
  "staff/person": PersonPage;
  "staff/product": ProductFormPage;
  "staff/product-bulk": ProductBulkPage;
  "staff/product-pictures": PicturesPage;
  "staff/product-schedule": SchedulePage;
  "staff/proof": StaffProofPage;
  "staff/recovery-codes": StaffCodesPage;
  "staff/reports": ReportsPage;
  "staff/rule": RulePage;
  "staff/rules": RulesPage;
  "staff/refused": RefusedStaffPage;
  "staff/review": StaffReviewPage;
  "staff/search": StaffSearchPage;
  "staff/security": SecurityPage;
  "staff/sign-in": StaffSignInPage;
  "staff/state": StatePage;
  "staff/state-category": StateCategoryPage;
  "staff/states": StatesPage;
  "staff/slips": SlipsPage;
  "staff/simulation": SimulationPage;
  "staff/today": TodayPage;
  "staff/variant-stock": VariantStockPage;
  "wishlist/wishlist": WishlistPage;
};

/** The values of each template that is rendered alone: emails, and lists for scripts. */
export type Parts = {
  "catalog/cards": { cards: readonly ProductCard[]; shipTo: ShipTo | undefined };
  "catalog/suggestions": SuggestionOptions;
  "mail/confirmation.html": ConfirmationMail;
  "mail/confirmation.text": Omit<ConfirmationMail, "title">;
  "mail/note.html": EmailValues;
  "mail/note.text": EmailValues;
};
