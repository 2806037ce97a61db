/**
 * Every message of the specification: its error catalogue, success messages, toasts, refusals and empty texts, by area.
 * `http`: provoked by test/http/messages.test.ts; `browser`: by test/e2e/messages.test.ts; anything else says why no
 * person can see it here.
 */
export type SpecMessage = { area: string; words: string; proof: "http" | "browser" | { none: string } };

const of =
  (proof: SpecMessage["proof"]) =>
  (area: string, ...words: string[]): SpecMessage[] =>
    words.map((text) => ({ area, words: text, proof }));
const http = of("http");
const browser = of("browser");
const none = (area: string, words: string, why: string) => of({ none: why })(area, words);

export const SPEC_MESSAGES: SpecMessage[] = [
  ...http(
    "Customer login",
    "Failed to send login link",
    "Email required",
    "Please enter your email address to continue.",
  ),
  ...http("Customer login", "Magic link sent!", "Check your email for the login link", "Check your email"),
  ...browser("Customer login", "Authentication error", "An unexpected error occurred. Please try again."),
  ...http("Sign-up", "Failed to send verification link", "Signup failed", "Sign up successful!"),
  ...http("Sign-up", "Check your email for the verification link", "Email already registered"),
  ...http("Sign-up", "Please use a different email address or try logging in."),
  ...http(
    "Sign-up",
    "This email is already registered.",
    "This email is already registered. Please try logging in instead.",
  ),
  ...browser("Sign-up", "Signup error"),
  ...http("Profile", "Failed to update profile", "Profile updated successfully!", "Profile completed!"),
  ...http(
    "Profile",
    "Failed to load user data. Please try again.",
    "You must be logged in to update your profile.",
  ),
  ...browser("Profile", "Update error", "Copied!", "Referral code copied to clipboard."),
  ...http("Reset", "Passwords don't match", "Please make sure your passwords match.", "Password updated"),
  ...http("Reset", "Password too short", "Password must be at least 6 characters long."),
  ...http("Reset", "Invalid or expired reset link", "Please request a new password reset link."),
  ...http("Reset", "Failed to reset password"),
  ...none(
    "Reset",
    "An unexpected error occurred.",
    "shown in its longer form, 'An unexpected error occurred. Please try again.'",
  ),
  ...http("Callback", "Verifying your identity", "Authentication Error", "Authentication error"),
  ...http("Callback", "No authentication code found in URL and no active session."),
  ...http("Contact", "Message sent!", "We've received your message and will get back to you soon."),
  ...browser("Contact", "Submission failed", "There was a problem sending your message. Please try again."),
  ...none(
    "Contact",
    "There was an error sending your message. Please try again.",
    "words between two layers; the person reads the toast's",
  ),
  ...http(
    "Booking",
    "Booking successful!",
    "Your booking reference is: {code}",
    "Open WhatsApp",
    "Not Available",
    "Sign Up Now",
  ),
  ...browser("Booking", "Booking failed", "There was a problem with your submission. Please try again."),
  ...http("Tracking", "Please enter a tracking code", "Tracking failed"),
  ...http("Tracking", "Invalid tracking code or system error. Please try again."),
  ...none("Tracking", "Delivery not found", "words between two layers; the person reads 'Tracking failed'"),
  ...http(
    "Admin login",
    "Please provide both email and password.",
    "Unauthorized access. Not an admin user.",
    "Login Failed",
  ),
  ...http(
    "Admin login",
    "Login failed. Please check your credentials and try again.",
    "Database error during admin verification.",
  ),
  ...http(
    "Admin login",
    "An error occurred during login. Please try again.",
    "Login Successful",
    "Welcome back to the admin panel.",
  ),
  ...browser("Admin login", "Login Error"),
  ...http("Admin logout", "Logout Successful", "You have been logged out successfully.", "Logout Failed"),
  ...browser("Admin logout", "Logout Error"),
  ...http(
    "Dashboard",
    "Failed to load dashboard data.",
    "Failed to load statistics.",
    "No incomplete deliveries found",
  ),
  ...http("Bookings", "Failed to load bookings.", "Failed to update booking status.", "Status Updated"),
  ...http("Bookings", "Booking status changed to {status}", "No bookings found."),
  ...http("Customers", "Failed to load customer data.", "No customers found.", "Unknown", "N/A"),
  ...http(
    "Contacts",
    "Failed to load contact submissions.",
    "Failed to update message status.",
    "Marked as Read",
  ),
  ...http(
    "Contacts",
    "Contact message marked as read.",
    "No messages found.",
    "Manage customer inquiries and messages",
  ),
  ...http(
    "Admin users",
    "Failed to load admin users.",
    "Failed to delete admin user.",
    "An error occurred.",
    "Admin Created",
  ),
  ...http(
    "Admin users",
    "Admin Updated",
    "Admin Deleted",
    "Are you sure you want to delete this admin user?",
  ),
  ...http("Admin users", "Access Restricted", "Only administrators can access this page."),
  ...http("Admin users", "Manage admin users and their permissions"),
  ...none(
    "Admin users",
    "No admin users found.",
    "whoever may open the list is on it; the words stand in the table for completeness",
  ),
  ...http(
    "Personal settings",
    "Failed to update settings",
    "Settings Updated",
    "Not authenticated",
    "Email cannot be changed",
  ),
  ...http(
    "Personal settings",
    "New password must be at least 6 characters long",
    "New passwords do not match",
  ),
  ...http("Personal settings", "Current password is required to set a new password"),
  ...http("Activity logs", "Failed to load activity logs", "Failed to apply filters", "Access Denied"),
  ...http("Activity logs", "Only administrators can access the activity logs."),
  ...http("Activity logs", "No activity logs found matching your criteria.", "Invalid date"),
  ...http(
    "Site lock",
    "Failed to load site lock configuration",
    "Failed to initialize site lock configuration",
  ),
  ...http(
    "Site lock",
    "An error occurred while updating the site lock. Please try again.",
    "Site Lock Activated",
  ),
  ...http("Site lock", "Site Lock Deactivated", "Please enter a password", "Passwords do not match"),
  ...http("Site lock", "Password must be at least 4 characters long", "Please enter the password"),
  ...http("Site lock", "Incorrect password. Please try again.", "Site Access Required"),
  ...none(
    "Site lock",
    "Configuration not found. Please refresh the page.",
    "every change makes the configuration if it is missing",
  ),
  ...http(
    "Store registration",
    "Registration failed",
    "Verification email sent!",
    "Store name must be at least 3 characters",
  ),
  ...http("Store registration", "Please enter a valid email address", "Please enter a valid phone number"),
  ...http(
    "Store registration",
    "Please enter your complete address",
    "Please provide a short description of your store",
  ),
  ...browser("Store registration", "Registration error"),
  ...http("Store login", "Login failed", "Login link sent!"),
  ...browser("Store login", "Login error", "Demo Mode"),
  ...http(
    "Stores",
    "No stores found",
    "No products found",
    "Your selection is empty. Add products to get started.",
  ),
  ...http(
    "Store dashboard",
    "Logged out",
    "You have been signed out from your store dashboard.",
    "No Partner Account Found",
  ),
  ...http("Store dashboard", "No orders yet", "No customers yet", "Settings updated"),
  ...none(
    "Store dashboard",
    "Authentication Required",
    "whoever is not signed in is led to /store/login before any screen",
  ),
  ...http("Products", "Failed to fetch partners", "Failed to fetch products", "Please try again later"),
  ...http("Products", "Failed to add product", "Failed to update product", "Failed to delete product"),
  ...http("Products", "Product added", "Product updated", "Product deleted", "Missing information"),
  ...http("Products", "The product has been added successfully", "The product has been updated successfully"),
  ...http("Products", "The product has been deleted successfully", "Product name and price are required"),
  ...http("Products", "Are you sure you want to delete this product? This action cannot be undone."),
  ...http("Not found", "Oops! Page not found"),
];
